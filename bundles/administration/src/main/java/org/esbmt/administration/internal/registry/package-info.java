/** The registries and the other services that a change works with, as far as they are there now. Every other package here may call it. */
package org.esbmt.administration.internal.registry;
