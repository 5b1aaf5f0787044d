/** The envelope of a message: its beginning with the header, its one reader, and the rules of SOAP about header blocks. */
package org.esbmt.administration.soap.internal.envelope;
