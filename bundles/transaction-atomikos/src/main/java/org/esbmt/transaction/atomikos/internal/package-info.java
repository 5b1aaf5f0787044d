/**
 * Distributed transactions by Atomikos, with the decision log and the recovery of the bus. Read
 * {@link org.esbmt.transaction.atomikos.internal.DistributedTransactions} first. Then read
 * {@link org.esbmt.transaction.atomikos.internal.ScopedUnitOfWork} for one transaction and
 * {@link org.esbmt.transaction.atomikos.internal.Recovery} for the recovery after a crash.
 */
package org.esbmt.transaction.atomikos.internal;
