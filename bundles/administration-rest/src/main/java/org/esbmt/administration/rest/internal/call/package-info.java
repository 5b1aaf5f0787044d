/** One request from its reading to its answer. It calls every other package here. */
package org.esbmt.administration.rest.internal.call;
