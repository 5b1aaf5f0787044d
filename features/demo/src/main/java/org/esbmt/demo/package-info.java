/** The program behind {@code ./demo}: shows two tenants on one bus, or on a cluster of two nodes, by the test harness. */
package org.esbmt.demo;
