/** The accepted algorithms and keys, and the operations with them. Called by the packages of messages. */
package org.esbmt.message.security.internal.crypto;
