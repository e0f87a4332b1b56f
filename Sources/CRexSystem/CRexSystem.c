// SPDX-License-Identifier: MIT

// A target needs a source file; everything is in the header.

#include "CRexSystem.h"
