/** The report of a run, made from its folder alone. */
package org.esbmt.suite.report;
