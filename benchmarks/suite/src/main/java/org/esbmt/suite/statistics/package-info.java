/** Means, confidence intervals and paired tests. */
package org.esbmt.suite.statistics;
