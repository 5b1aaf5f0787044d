package org.esbmt.jbi.deployer.internal.jmx;

import javax.jbi.management.LifeCycleMBean;

/** One deployed assembly. Attributes are those of the last completed step. */
public interface ServiceAssemblyMBean extends LifeCycleMBean {
    String getName();

    String getDescription();

    /** Empty for a plain assembly. */
    String getTenant();

    /** The user of the tenant whose alone it is; empty for what is the whole tenant's, and for a plain assembly. */
    String getUser();

    /** The units, each as {@code <unit>@<component>}. */
    String[] getServiceUnits();

    /** SHA-256 of the archive as it arrived. */
    String getDigest();

    /** SHA-256 of what was deployed of a tenant's archive; empty for a plain one, and if an earlier build deployed it. */
    String getRewrittenDigest();

    /** Why the assembly is not what it should be; empty when it is. */
    String getFailure();
}
