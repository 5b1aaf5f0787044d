/** In-memory doubles of the tenant and the service registry, with the contract tests that make them trustworthy. */
package org.esbmt.registry.testing;
