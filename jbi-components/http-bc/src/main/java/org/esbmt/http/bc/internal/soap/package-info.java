/**
 * SOAP as octets: checks an envelope while it passes, reads the TenantContext and the addresses in its Header, and writes
 * faults. Nothing here does input or output. {@code endpoint} calls it; {@code unit} and {@code backend} use its words.
 */
package org.esbmt.http.bc.internal.soap;
