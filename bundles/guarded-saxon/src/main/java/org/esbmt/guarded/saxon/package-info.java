/**
 * Bounds Saxon. Saxon's own packages are in this bundle, with checks woven into all of their methods during the build.
 * Start from {@link org.esbmt.guarded.saxon.Evaluation}.
 */
package org.esbmt.guarded.saxon;
