package org.esbmt.jbi.deployer.internal.jmx;

import javax.jbi.management.LifeCycleMBean;
import org.esbmt.jbi.container.api.jmx.Described;

/** One deployed assembly. Attributes have the values of the last completed step. */
public interface ServiceAssemblyMBean extends LifeCycleMBean {
    @Override
    @Described("Started, Stopped, Shutdown, or Unknown if it has failed. Live.")
    String getCurrentState();

    @Described("The assembly's name. Live.")
    String getName();

    @Described("The assembly's description, as its jbi.xml has it. Live.")
    String getDescription();

    @Described("The tenant's identifier; empty for a plain assembly. Live.")
    String getTenant();

    @Described(
            "The user of the tenant whose alone it is; empty for what is the whole tenant's, and for a plain assembly."
                    + " Live.")
    String getUser();

    @Described("The units, each as <unit>@<component>. Live.")
    String[] getServiceUnits();

    @Described("SHA-256 of the archive as it arrived. Live.")
    String getDigest();

    @Described(
            "SHA-256 of what was deployed of a tenant's archive; empty for a plain one, and if an earlier build deployed"
                    + " it. Live.")
    String getRewrittenDigest();

    @Described("Why the assembly is not what it should be; empty when it is. Live.")
    String getFailure();
}
