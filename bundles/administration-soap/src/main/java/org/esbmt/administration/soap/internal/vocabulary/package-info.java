/** The names and characters of messages, for all other packages. */
package org.esbmt.administration.soap.internal.vocabulary;
