/** The vectors of the W3C's working groups for XML Signature, XML Encryption and exclusive canonicalization. */
package org.esbmt.message.security.internal.vectors;
