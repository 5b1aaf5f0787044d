/** Batches of commands: references between steps, plan, progress. Called by {@code oversight} and the executor of commands. */
package org.esbmt.administration.internal.batch;
