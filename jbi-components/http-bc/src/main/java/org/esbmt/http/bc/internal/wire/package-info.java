/**
 * HTTP/1.1 as octets: readers and writers of heads and bodies, and the header fields that are known. They have no connection
 * of their own. {@code edge}, {@code backend} and {@code endpoint} call them.
 */
package org.esbmt.http.bc.internal.wire;
