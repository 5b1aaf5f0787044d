/** Refusals and their form for clients. Every other package calls it. */
package org.esbmt.administration.rest.internal.problem;
