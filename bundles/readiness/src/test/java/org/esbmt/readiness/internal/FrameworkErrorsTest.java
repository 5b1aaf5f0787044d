package org.esbmt.readiness.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.osgi.framework.BundleException;
import org.osgi.framework.ServiceException;

class FrameworkErrorsTest {
    @Test
    void onlyAComponentWithoutAServiceIsAConsequence() {
        assertThat(FrameworkErrors.isConsequence(
                        new ServiceException("Service factory returned null.", ServiceException.FACTORY_ERROR)))
                .isTrue();
        assertThat(FrameworkErrors.isConsequence(
                        new ServiceException("The factory threw.", ServiceException.FACTORY_EXCEPTION)))
                .isFalse();
        assertThat(FrameworkErrors.isConsequence(new BundleException("no activator")))
                .isFalse();
    }
}
