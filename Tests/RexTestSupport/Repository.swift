// SPDX-License-Identifier: MIT

package import Foundation

/// The root folder of this package.
package enum Repository {
    package static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
