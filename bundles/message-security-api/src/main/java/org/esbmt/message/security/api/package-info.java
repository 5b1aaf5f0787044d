/**
 * WS-Security of SOAP messages. A binding component {@linkplain org.esbmt.message.security.api.MessageSecurity#read reads} a
 * received message, learns whose certificate signed it, and {@linkplain org.esbmt.message.security.api.SecuredMessage#open
 * opens} it with the key of that sender. Nothing of the message is proven before that.
 */
@Export
@Version("1.0.0")
package org.esbmt.message.security.api;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
