/** Reading a document that is whole in memory, and its exclusive canonical form. Called by the packages of messages. */
package org.esbmt.message.security.internal.xml;
