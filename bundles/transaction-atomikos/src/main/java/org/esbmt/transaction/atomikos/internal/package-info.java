/**
 * Distributed transactions by Atomikos, with the decision log and the recovery of the bus. Read
 * {@link org.esbmt.transaction.atomikos.internal.DistributedTransactions} first, then
 * {@link org.esbmt.transaction.atomikos.internal.ScopedUnitOfWork} for one transaction and
 * {@link org.esbmt.transaction.atomikos.internal.Recovery} for what a crash leaves.
 */
package org.esbmt.transaction.atomikos.internal;
