/**
 * Golden files: committed texts of all published interfaces, and their comparison with the build. Tests of any module
 * may use it.
 */
package org.esbmt.testing.golden;
