/** Quotas and contingents, and the consumption that a change counts against them. Called by {@code tenant}, {@code assembly} and {@code batch}. */
package org.esbmt.administration.internal.quota;
