"""Control of any plant: laws, costs, gains from parameters."""
