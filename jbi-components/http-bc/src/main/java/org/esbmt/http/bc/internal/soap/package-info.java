/**
 * SOAP as octets: checks an envelope while it passes, reads the TenantContext and the addresses in its Header, and
 * writes faults. The package does no input or output. {@code endpoint} calls it; {@code unit} and {@code backend} use
 * its types.
 */
package org.esbmt.http.bc.internal.soap;
