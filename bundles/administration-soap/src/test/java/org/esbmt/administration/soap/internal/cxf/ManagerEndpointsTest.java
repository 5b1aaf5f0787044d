package org.esbmt.administration.soap.internal.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.apache.cxf.BusFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManagerEndpointsTest {
    @TempDir
    Path data;

    /** An open bus stays the default one of the process. */
    @Test
    void endpointsThatDoNotOpenLeaveNoBusBehind() throws Exception {
        BusFactory.setDefaultBus(null);
        ManagerEndpoints.Limits limits = new ManagerEndpoints.Limits(1_000, 1_000);
        PartFiles files = new PartFiles(data);
        assertThatThrownBy(() -> new ManagerEndpoints(null, limits, files)).isInstanceOf(NullPointerException.class);

        assertThat(BusFactory.getDefaultBus(false)).isNull();
    }
}
