/** The program {@code benchmarks/run}: it starts the targets, drives the load in interleaved rounds, and keeps the raw data. */
package org.esbmt.suite;
