package org.esbmt.embedded.broker.internal;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** {@code etc/org.esbmt.messaging.cfg}; that file describes each key in full. */
@ObjectClassDefinition(name = "ESB-MT message broker")
@interface MessagingConfiguration {

    @AttributeDefinition(description = "ssl://host:port or failover:(ssl://host:port,...); empty: the embedded broker")
    String broker_url() default "";

    @AttributeDefinition(description = "external broker: the user of the bus")
    String user() default "";

    @AttributeDefinition(description = "external broker: file with the password of user")
    String password_file() default "";

    @AttributeDefinition(description = "external broker: certificates of trusted authorities, PEM; empty: Java's own")
    String authorities_file() default "";

    @AttributeDefinition(description = "external broker: seconds one address may take to answer, 1 to 60")
    int connect_timeout_seconds() default 5;

    @AttributeDefinition(description = "directory of the embedded broker; empty: broker in Karaf's data")
    String directory() default "";

    @AttributeDefinition(description = "TCP port of the embedded broker on 127.0.0.1; 0: none")
    int port() default 0;

    @AttributeDefinition(description = "connections at that port at the same time, 1 to 10000")
    int connections_max() default 100;

    @AttributeDefinition(description = "bytes of the longest message, 1024 to 16777216")
    int message_bytes() default 1024 * 1024;

    @AttributeDefinition(description = "megabytes of messages in memory, 8 or more")
    int memory_megabytes() default 32;

    @AttributeDefinition(description = "megabytes of the store, 32 or more")
    int store_megabytes() default 256;

    @AttributeDefinition(description = "megabytes of temporary files, 16 or more")
    int temporary_megabytes() default 64;

    @AttributeDefinition(description = "lifetime of a message in hours, 1 to 8760")
    int message_retention_hours() default 24;

    @AttributeDefinition(description = "lifetime of an unused durable subscription in hours, 1 to 8760")
    int subscription_retention_hours() default 168;

    @AttributeDefinition(description = "seconds a stop may take, 1 to 300")
    int stop_timeout_seconds() default 20;
}
