/** The programs that make the load, on the processor that is not measured. */
package org.esbmt.suite.generator;
