// SPDX-License-Identifier: MIT

// The guide is the catalog of a target, since documentation tools look for it there. It has no code, and no product.
