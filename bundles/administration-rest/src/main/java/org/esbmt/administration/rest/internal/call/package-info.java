/** One request from its reading to its answer. It calls {@code problem}, {@code json} and {@code route}. */
package org.esbmt.administration.rest.internal.call;
