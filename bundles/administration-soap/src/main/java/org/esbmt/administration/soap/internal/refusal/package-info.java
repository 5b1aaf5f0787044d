/** Refusals as SOAP faults with one form of detail. */
package org.esbmt.administration.soap.internal.refusal;
