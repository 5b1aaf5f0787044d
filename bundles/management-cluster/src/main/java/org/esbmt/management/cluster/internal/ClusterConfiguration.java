package org.esbmt.management.cluster.internal;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** {@code etc/org.esbmt.management.cfg}; that file describes each key in full. */
@ObjectClassDefinition(name = "ESB-MT cluster")
@interface ClusterConfiguration {

    @AttributeDefinition(description = "the cluster that this node is part of; made when there is none of that name")
    String cluster_name() default "default";

    @AttributeDefinition(description = "where this node runs, for people; empty: the name of the machine")
    String node_host() default "";

    @AttributeDefinition(description = "file with the key that messages are sealed with; empty: in Karaf's data")
    String key_file() default "";

    @AttributeDefinition(description = "files with keys that are still taken")
    String[] former_key_files() default {};

    @AttributeDefinition(description = "seconds between two signs of life, 1 to 300")
    int heartbeat_seconds() default 5;

    @AttributeDefinition(description = "hours after which a change is not waited for any more, 1 to 8760")
    int change_limit_hours() default 24;
}
