/**
 * The benchmark of the management plane: single operations and batches over JMX, REST and SOAP, on links with a delay, and the outcome of
 * interruptions. {@link org.esbmt.suite.management.ManagementBenchmark} starts the bus, and a client process for each interface.
 */
package org.esbmt.suite.management;
