/** WS-Security by the product's own reader; see {@link org.esbmt.message.security.internal.WsSecurity}. */
package org.esbmt.message.security.internal;
