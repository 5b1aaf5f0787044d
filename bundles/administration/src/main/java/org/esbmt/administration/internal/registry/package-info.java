/** The registries and the other services of a change, as far as they are available now. Every other package here may call it. */
package org.esbmt.administration.internal.registry;
