/**
 * How Saxon is bounded. Saxon's own packages are in this bundle, with checks woven into all of their methods while it is
 * built. Start from {@link org.esbmt.guarded.saxon.Evaluation}.
 */
package org.esbmt.guarded.saxon;
