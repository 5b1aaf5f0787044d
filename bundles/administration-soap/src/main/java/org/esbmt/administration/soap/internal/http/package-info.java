/** The rules of HTTP for messages: content types, actions and answers. */
package org.esbmt.administration.soap.internal.http;
