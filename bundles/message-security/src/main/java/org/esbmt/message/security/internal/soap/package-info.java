/** The grammar of an Envelope, for both directions. Called by the packages of messages. */
package org.esbmt.message.security.internal.soap;
