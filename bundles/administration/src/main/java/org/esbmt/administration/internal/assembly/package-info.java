/** Service assemblies, services, links and the resynchronisation of nodes. Called by {@code batch} and by the adapters through {@code administration-api}. */
package org.esbmt.administration.internal.assembly;
