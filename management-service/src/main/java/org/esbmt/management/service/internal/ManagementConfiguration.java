package org.esbmt.management.service.internal;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** {@code etc/org.esbmt.management.service.cfg}; that file describes each key in full. */
@ObjectClassDefinition(name = "ESB-MT changes of the cluster on this node")
@interface ManagementConfiguration {

    @AttributeDefinition(description = "components that are waited for before anything is applied")
    String[] start_components() default {"http-bc", "camel-se"};

    @AttributeDefinition(
            description = "seconds for which the start waits for them, and for what the cluster has changed; 1 to 3600")
    int start_limit_seconds() default 60;

    @AttributeDefinition(description = "seconds without a message after which the revision log is read, 1 to 3600")
    int poll_seconds() default 10;

    @AttributeDefinition(description = "seconds after which what failed is tried again, 1 to 300")
    int retry_seconds() default 2;
}
