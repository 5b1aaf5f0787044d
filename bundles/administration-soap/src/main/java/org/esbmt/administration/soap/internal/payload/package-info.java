/** Request elements become arguments of the catalogue, and results become response elements. */
package org.esbmt.administration.soap.internal.payload;
