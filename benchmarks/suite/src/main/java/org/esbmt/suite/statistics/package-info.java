/**
 * The statistics of the report: spreads, confidence intervals, ratios of one round and paired tests. All values are immutable, and every
 * random choice has a seed, so a report of the same data has the same figures.
 */
package org.esbmt.suite.statistics;
