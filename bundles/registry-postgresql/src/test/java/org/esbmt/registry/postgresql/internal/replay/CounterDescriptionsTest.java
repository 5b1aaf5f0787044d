package org.esbmt.registry.postgresql.internal.replay;

import static org.assertj.core.api.Assertions.assertThat;

import javax.management.MBeanAttributeInfo;
import org.junit.jupiter.api.Test;

/** The descriptions of the attributes in a console. */
class CounterDescriptionsTest {
    @Test
    void everyDescriptionStatesTheAgeOfItsAttribute() {
        DescribedCounters bean = new DescribedCounters(new ReplayCounters(() -> 0, () -> 0));
        assertThat(bean.getMBeanInfo().getAttributes()).hasSize(8);
        assertThat(bean.getMBeanInfo().getDescription()).endsWith(".");
        for (MBeanAttributeInfo attribute : bean.getMBeanInfo().getAttributes()) {
            assertThat(attribute.getDescription()).as(attribute.getName()).matches(".+\\. Live\\.");
        }
    }
}
