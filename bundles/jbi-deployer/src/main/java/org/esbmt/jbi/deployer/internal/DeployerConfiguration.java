package org.esbmt.jbi.deployer.internal;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** {@code etc/org.esbmt.jbi.deployer.cfg}. */
@ObjectClassDefinition(name = "ESB-MT JBI deployer")
public @interface DeployerConfiguration {

    @AttributeDefinition(
            description =
                    "The folder where this node keeps its service assemblies. Empty: in this bundle's own folder of"
                            + " the framework's cache.")
    String directory() default "";

    @AttributeDefinition(
            description = "The folder with the jars that installed components see besides the JDK and the JBI API."
                    + " Empty: none.")
    String component_libraries() default "";

    @AttributeDefinition(description = "The size of a tenant's archive in MiB, at most.")
    int archive_packed_mib() default 10;

    @AttributeDefinition(
            description =
                    "The size of all entries of a tenant's archive and its units, unpacked, in MiB, at" + " most.")
    int archive_unpacked_mib() default 50;

    @AttributeDefinition(description = "The unpacked size of an archive divided by its size, at most.")
    int archive_ratio() default 100;

    @AttributeDefinition(description = "The number of entries of a tenant's archive and its units, at most.")
    int archive_entries() default 1000;

    @AttributeDefinition(description = "The number of nested folders in the name of an entry, at most.")
    int archive_depth() default 16;

    @AttributeDefinition(description = "The size of a plain (trusted) archive in MiB, at most.")
    int plain_packed_mib() default 100;

    @AttributeDefinition(
            description = "The size of all entries of a plain (trusted) archive and its units, unpacked, in"
                    + " MiB, at most.")
    int plain_unpacked_mib() default 500;

    @AttributeDefinition(description = "The number of entries of a plain (trusted) archive and its units, at most.")
    int plain_entries() default 20000;
}
