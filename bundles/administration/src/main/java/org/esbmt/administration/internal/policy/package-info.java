/** The table of roles and operations, the callers, and the words of a refusal. Called by all packages but {@code registry}. */
package org.esbmt.administration.internal.policy;
