/** The programs that are measured: the bus, and comparators that work for no tenant. Each runs in processes of its own. */
package org.esbmt.suite.targets;
