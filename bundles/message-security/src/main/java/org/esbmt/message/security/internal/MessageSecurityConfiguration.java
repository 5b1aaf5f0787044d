package org.esbmt.message.security.internal;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** {@code etc/org.esbmt.message.security.cfg}; that file describes each key in full. */
@ObjectClassDefinition(name = "ESB-MT security of messages")
@interface MessageSecurityConfiguration {

    @AttributeDefinition(description = "provider of operations with RSA and EC keys: native, or jdk")
    String crypto_provider() default "native";
}
