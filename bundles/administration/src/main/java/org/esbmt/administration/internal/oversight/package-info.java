/** Views of the whole installation and its upkeep: audit, cluster, operations, transactions, status, housekeeping. No other package calls it but the executor of commands. */
package org.esbmt.administration.internal.oversight;
