"""Files on their way between the browser and the API."""
