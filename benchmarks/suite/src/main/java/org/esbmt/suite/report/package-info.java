/**
 * The report of a run, made from its folder alone: Markdown for people, CSV for programs, and plots as SVG. {@link
 * org.esbmt.suite.report.ReportProgram} is the program {@code benchmarks/report}. Of a run that is void nothing is counted.
 */
package org.esbmt.suite.report;
