/**
 * Golden files: committed texts of everything that is published, and their comparison with the build. Tests of any module may
 * call it.
 */
package org.esbmt.testing.golden;
